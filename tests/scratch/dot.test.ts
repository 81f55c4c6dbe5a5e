import { freshSandbox } from "../freshSandbox";
import { fixtures } from "../fixtures";
import { Subject } from "../subject";
test.each([["ml:EndpointTraffic", "endpoint"], ["ml:OnlineDeployment", "workspace"], ["search:Documents", "index"], ["ml:Job", "workspace"], ["ml:Model","modelId"]])("%s %s", async (kind, key) => {
  const sandbox = await freshSandbox();
  const subject = new Subject(kind, sandbox);
  const verbs = (subject as any).verbs;
  const out = await verbs.check({}, { __provider: "text", ...fixtures[kind]!.inputs, [key]: "." }).catch((e: Error) => { const s = new Error("x"); return { threw: e.message, stack: e.stack }; });
  console.log(kind, JSON.stringify(out.failures ?? out));
});
