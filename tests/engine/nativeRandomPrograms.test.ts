import { isFull } from "../faults/sample";
import { NativeStack } from "./native";
import { randomPrograms } from "./randomPrograms";

if (isFull) randomPrograms(NativeStack);
else test.skip("random programs through the plugin are played in full runs", () => undefined);
