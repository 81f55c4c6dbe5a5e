import { conformance } from "./suite";

conformance("search", "azure");
