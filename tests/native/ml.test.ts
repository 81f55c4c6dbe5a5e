import { conformance } from "../conformance/suite";
import { throughThePlugin } from "./verbs";

throughThePlugin();
conformance("ml", undefined, 2);
