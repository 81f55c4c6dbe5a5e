import * as proto from "@pulumi/pulumi/proto/provider_pb";
import type { Configuration } from "../../provider/configuration";
import { timeoutOf } from "../../provider/faces/hidden";
import type { Bag } from "../../provider/core/wire";
import { useVerbs, type Verbs } from "../subject";
import { plugin, struct, values, type Call } from "./call";

/** Holds all subjects of a test file to what they promise as resources of the plugin. */
export const throughThePlugin = (): void => useVerbs(nativeVerbs);

/** What a request is about. */
interface Request {
  setUrn(urn: string): void;
  setTimeout?(seconds: number): void;
  setId?(id: string): void;
}

/** The verbs of a kind, each a call of a plugin with this configuration. */
function nativeVerbs(kind: string, configuration: Configuration): Verbs {
  const started = plugin(configuration);
  const call: Call = async (name, request) => (await started)(name, request);

  /** A request about the resource with these values; the hidden time-outs among them are a field of it. */
  function about<R extends Request>(request: R, verb: string, given: Bag, id?: string): R {
    request.setUrn(`urn:pulumi:dev::test::mlplane:${kind}::${String(given["name"] ?? "subject")}`);
    request.setTimeout?.((timeoutOf(given["__timeouts"], verb) ?? 0) / 1000);
    if (id !== undefined) request.setId?.(id);
    return request;
  }
  /** The values of a state, as the engine holds them. */
  const own = ({ __provider: _, __timeouts: _timeouts, ...rest }: Bag) => struct(rest);

  return {
    async check(olds, news) {
      const request = about(new proto.CheckRequest(), "check", news);
      request.setOlds(own(olds));
      request.setNews(own(news));
      const answer = await call<proto.CheckResponse>("check", request);
      const { __timeouts } = news;
      return {
        inputs: { ...values(answer.getInputs()), ...(__timeouts !== undefined && { __timeouts }) },
        failures: answer.getFailuresList().map((failure) => failure.toObject()),
      };
    },
    async diff(id, olds, news, oldInputs) {
      const request = about(new proto.DiffRequest(), "diff", news, id);
      request.setOlds(own(olds));
      request.setNews(own(news));
      request.setOldInputs(own(oldInputs));
      const answer = await call<proto.DiffResponse>("diff", request);
      const changes = answer.getChanges() === proto.DiffResponse.DiffChanges.DIFF_SOME;
      return { changes, replaces: answer.getReplacesList() };
    },
    async create(news) {
      const request = about(new proto.CreateRequest(), "create", news);
      request.setProperties(own(news));
      const answer = await call<proto.CreateResponse>("create", request);
      return { id: answer.getId(), outs: kept(news, values(answer.getProperties())) };
    },
    async read(id, props, inputs) {
      const request = about(new proto.ReadRequest(), "read", { ...inputs, ...props }, id);
      request.setProperties(own(props));
      request.setInputs(own(inputs));
      const answer = await call<proto.ReadResponse>("read", request);
      return {
        id: answer.getId(),
        props: kept(props, values(answer.getProperties())),
        inputs: kept(inputs, values(answer.getInputs())),
      };
    },
    async update(id, olds, news) {
      const request = about(new proto.UpdateRequest(), "update", news, id);
      request.setOlds(own(olds));
      request.setNews(own(news));
      const answer = await call<proto.UpdateResponse>("update", request);
      return { outs: kept(news, values(answer.getProperties())) };
    },
    async delete(id, props) {
      const request = about(new proto.DeleteRequest(), "delete", props, id);
      request.setProperties(own(props));
      await call("delete", request);
    },
  };
}

/** New values with the time-outs of those before, which the engine keeps beside them. */
const kept = ({ __timeouts }: Bag, values: Bag): Bag => ({
  ...values,
  ...(__timeouts !== undefined && { __timeouts }),
});
