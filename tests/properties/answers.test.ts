import { propertiesOfAnswers } from "./answers";

propertiesOfAnswers(8);
