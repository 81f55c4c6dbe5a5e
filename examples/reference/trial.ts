// A trial against the sandbox, as it stands in the tests of a program: what is done when a service refuses.
import * as mlplane from "mlplane";
import { startSandbox } from "mlplane/sandbox";

async function main(): Promise<void> {
  // #region startSandbox
  const sandbox = await startSandbox();
  Object.assign(process.env, sandbox.environment);
  sandbox.faults.push({ match: "GET /indexes", status: 503, retryAfter: 0 });
  console.log(await mlplane.search.listIndexes());
  console.log(sandbox.requests.map(({ method, path, status }) => `${method} ${path} ${status}`));
  // #endregion

  // #region ApiError
  try {
    await mlplane.search.getIndexStatistics({ index: "lamps" });
  } catch (error) {
    if (!(error instanceof mlplane.ApiError)) throw error;
    console.log(error.status, error.requestId, error.message);
  }
  // #endregion
  await sandbox.close();
}

void main();
