import { faultMatrix } from "./matrix";

faultMatrix(8, 3);
