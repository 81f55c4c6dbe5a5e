import { NativeStack } from "./native";
import { sequence } from "./sequence";

sequence(NativeStack);
