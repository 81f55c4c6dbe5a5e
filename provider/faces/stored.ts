import { createRequire } from "node:module";
import { join } from "node:path";

/** What the engine keeps of every resource: it must stay as it is, because old states hold it. */

/** The type token of a kind: `pulumi-nodejs:dynamic/mlplane/search:Index`. */
export const typeOf = (kind: string): string => `pulumi-nodejs:dynamic/mlplane/${kind}`;

/**
 * The line that stands for the provider of a kind: it only calls the entry point that no version renames. A program
 * that has the package through a library alone stores one that searches for it, so that another layout may carry on.
 */
export const providerOf = (kind: string): string =>
  isReachable() ? `exports.handler=()=>require("mlplane/runtime").provider("${kind}")` : searchingFor(kind);

/** The folders in which programs of this process run, with whether the package is found there. */
const folders = new Map<string, boolean>();

/** Whether what runs in the folder of the program finds the package by its name. */
function isReachable(): boolean {
  const folder = process.cwd();
  const isFound = folders.get(folder) ?? finds(folder);
  folders.set(folder, isFound);
  return isFound;
}

function finds(folder: string): boolean {
  try {
    createRequire(join(folder, "_")).resolve("mlplane/runtime");
    return true;
  } catch {
    return false;
  }
}

/** Looks for the package among the dependencies of the program, then among theirs, until one knows the kind. */
const searchingFor = (kind: string): string =>
  [
    'exports.handler=()=>{const{readFileSync:read,realpathSync:real}=require("fs");',
    "const folders=new Set(module.paths.map(p=>p.slice(0,-13)));",
    'let e=Error("mlplane is not among the packages of this program or of its libraries: run `npm install mlplane`");',
    'e.stack="";for(const f of folders){const r=require("module").createRequire(f+"/_");',
    `try{return r("mlplane/runtime").provider("${kind}")}catch(x){if(x.code!="MODULE_NOT_FOUND")e=x}`,
    'try{const p=JSON.parse(read(f+"/package.json"));for(const n in{...p.dependencies,...p.devDependencies})',
    'for(const m of r.resolve.paths(n))try{folders.add(real(m+"/"+n))}catch{}}catch{}}throw e}',
  ].join("");

/**
 * What must be stored of a URN so that messages show on the resource's line: the types of its parents and its Pulumi
 * name, where
 * its kind and its argument `name` do not tell them. Nothing for most: each property that a program declares costs it
 * time.
 */
export function placeOf(parents: string, name: string, ownName: unknown): string | undefined {
  if (name !== ownName) return `${parents}::${name}`;
  return parents === "" ? undefined : parents;
}

/** The types of the parents in the URN of a resource, each with `$` behind it. */
export const parentsOf = (urn: string, kind: string): string => urn.split("::")[2]!.slice(0, -typeOf(kind).length);

/** The part of a stored resource's URN that tells it from the others of its stack, where it can be told. */
export function lineOf(kind: string, stored: Record<string, unknown>): string | undefined {
  const [parents = "", ...name] = String(stored["__at"] ?? "").split("::");
  const pulumiName = name.length === 0 ? (stored["__name"] ?? stored["name"]) : name.join("::");
  return typeof pulumiName !== "string" || stored["__get"] === true
    ? undefined
    : `${parents}${typeOf(kind)}::${pulumiName}`;
}

/** The URN of a line of a stack, in the project of this process. */
export function urnOf(line: string | undefined, stack: string | undefined): string | undefined {
  const { PULUMI_PROJECT: project } = process.env;
  return line === undefined || stack === undefined || project === undefined
    ? undefined
    : `urn:pulumi:${stack}::${project}::${line}`;
}
