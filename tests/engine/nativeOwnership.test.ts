import { NativeStack } from "./native";
import { ownership } from "./ownership";

ownership(NativeStack);
