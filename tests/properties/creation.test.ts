import { propertiesOfCreation } from "./creation";

propertiesOfCreation(12);
