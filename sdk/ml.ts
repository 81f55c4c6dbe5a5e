export * from "./generated/ml";
export { recommendedThresholds } from "../provider/ml/traffic/thresholds";
