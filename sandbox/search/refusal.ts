import { ServiceError } from "../errors";

/** 400 for a request or a body that is wrong; the message says what is. */
export function invalid(message: string): ServiceError {
  return new ServiceError(400, "InvalidRequestParameter", message);
}

/** 400 for several mistakes at once, each of which starts with the path of the wrong member. */
export function invalidMembers(mistakes: string[]): ServiceError {
  return invalid(`The request is invalid. Details: ${mistakes.join("; ")}.`);
}

/** 404 for a definition that is not there; `noun` says of which kind. */
export function notFound(noun: string, name: string): ServiceError {
  return new ServiceError(404, "", `No ${noun} with the name '${name}' was found in the service.`);
}

/** 400 for a change or a delete that the service never allows. */
export function notAllowed(message: string, details: { code: string; message: string }[] = []): ServiceError {
  return new ServiceError(400, "OperationNotAllowed", message, { details });
}
