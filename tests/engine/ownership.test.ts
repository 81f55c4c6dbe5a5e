import { ownership } from "./ownership";
import { Stack } from "./stack";

ownership(Stack);
