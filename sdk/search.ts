import { index } from "../provider/search/searchIndex";
import { resourceClass } from "./resource";

export const Index = resourceClass(index);
