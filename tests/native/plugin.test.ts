import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { startSandbox, type Sandbox } from "../../sandbox";
import { configurationFor } from "../subject";
import { plugin, struct, values, type Call } from "./call";

let sandbox: Sandbox;
let call: Call;
beforeAll(async () => {
  sandbox = await startSandbox();
  call = await plugin(configurationFor(sandbox));
});
afterAll(() => sandbox.close());

const urn = "urn:pulumi:dev::test::mlplane:search:Index::lamps";
const size = { name: "size", type: "Edm.Int32" };
const inputs = { fields: [{ name: "id", type: "Edm.String", key: true }] };

async function checked(news: object): Promise<proto.CheckResponse> {
  const request = new proto.CheckRequest();
  request.setUrn(urn);
  request.setNews(struct(news));
  return call("check", request);
}

test("an index through its life", async () => {
  const complete = values((await checked(inputs)).getInputs());
  expect(complete).toMatchObject({ name: "lamps", ...inputs });

  const create = new proto.CreateRequest();
  create.setUrn(urn);
  create.setProperties(struct(complete));
  create.setPreview(true);
  const planned = values((await call<proto.CreateResponse>("create", create)).getProperties());
  expect(planned["etag"]).toBe("04da6b54-80e4-46f7-96ec-b56ff0331ba9");
  expect(sandbox.requests).toEqual([]);
  create.setPreview(false);
  const made = await call<proto.CreateResponse>("create", create);
  expect(made.getId()).toBe("/indexes/lamps");
  const state = values(made.getProperties());
  expect(state).toMatchObject({ name: "lamps", etag: expect.any(String) });
  expect(
    Object.keys(state)
      .filter((key) => key.startsWith("__"))
      .sort(),
  ).toEqual(["__made", "__service"]);

  const diff = new proto.DiffRequest();
  diff.setUrn(urn);
  diff.setId(made.getId());
  diff.setOlds(struct(state));
  diff.setNews(struct(complete));
  const same = await call<proto.DiffResponse>("diff", diff);
  expect(same.getChanges()).toBe(proto.DiffResponse.DiffChanges.DIFF_NONE);
  diff.setOldInputs(struct(complete));
  diff.setNews(struct({ ...complete, description: "more", fields: [...inputs.fields, size] }));
  const other = await call<proto.DiffResponse>("diff", diff);
  expect([other.getDiffsList().sort(), [...other.getDetaileddiffMap().keys()].sort()]).toEqual([
    ["description", "fields"],
    ["description", "fields[1]"],
  ]);

  const remove = new proto.DeleteRequest();
  remove.setUrn(urn);
  remove.setId(made.getId());
  remove.setProperties(struct(state));
  await call("delete", remove);
  expect(sandbox.requests.at(-1)).toMatchObject({ method: "DELETE", path: "/indexes/lamps" });
});

test("a mistake names no property, whose value the engine would print", async () => {
  const [failure] = (await checked({ fields: "none" })).getFailuresList();
  expect(failure!.toObject()).toEqual({ property: "", reason: expect.stringMatching(/^fields: must be /) });
});
