import { conformance } from "./suite";

conformance("ml", "azure");
