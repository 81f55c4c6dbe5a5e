import { services } from "./services";
import { Stack } from "./stack";

services(Stack);
