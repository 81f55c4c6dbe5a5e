import { faultMatrix } from "../faults/matrix";
import { throughThePlugin } from "./verbs";

throughThePlugin();
faultMatrix(2, 0);
