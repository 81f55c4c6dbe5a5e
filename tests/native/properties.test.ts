import { propertiesOfAnswers } from "../properties/answers";
import { propertiesOfCreation } from "../properties/creation";
import { throughThePlugin } from "./verbs";

throughThePlugin();
propertiesOfAnswers(2);
propertiesOfCreation(3, 1);
