import { randomPrograms } from "./randomPrograms";
import { Stack } from "./stack";

randomPrograms(Stack);
