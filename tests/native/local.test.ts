import { conformance } from "../conformance/suite";
import { throughThePlugin } from "./verbs";

throughThePlugin();
conformance("local", undefined, 2);
