import { NativeStack } from "./native";
import { services } from "./services";

services(NativeStack);
