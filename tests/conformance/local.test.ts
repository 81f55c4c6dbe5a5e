import { conformance } from "./suite";

conformance("local");
