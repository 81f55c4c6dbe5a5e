import { conformance } from "../conformance/suite";
import { throughThePlugin } from "./verbs";

throughThePlugin();
conformance("search", undefined, 2);
