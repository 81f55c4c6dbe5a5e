import * as z from "zod";
import { lister } from "../core/lister";
import { compute } from "./compute";
import { job } from "./job/job";
import { model } from "./model";
import { inWorkspace, placed } from "./shared";
import { workspace } from "./workspace";

const inGroup = z.strictObject(placed);
const ofWorkspace = z.strictObject(inWorkspace);

export const listWorkspaces = lister(
  "ml:listWorkspaces",
  'The workspaces of a resource group: document 1, "List workspaces"; all pages.',
  inGroup,
  workspace,
);
export const listModels = lister(
  "ml:listModels",
  'The registered models of a workspace: document 1, "List models"; all pages.',
  ofWorkspace,
  model,
);
export const listComputes = lister(
  "ml:listComputes",
  'The compute resources of a workspace: document 1, "List computes"; all pages.',
  ofWorkspace,
  compute,
);
export const listJobs = lister(
  "ml:listJobs",
  'The jobs of a workspace: document 1, "List jobs"; all pages.',
  ofWorkspace,
  job,
);
