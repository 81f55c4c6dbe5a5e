import { conformance } from "./suite";

conformance("local", "azure");
