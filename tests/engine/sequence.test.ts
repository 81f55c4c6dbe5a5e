import { sequence } from "./sequence";
import { Stack } from "./stack";

sequence(Stack);
