import { Provider } from "../../sdk";

test("a key that is none is told with the nearest one, or with all there are", () => {
  expect(() => new Provider("p", { searchEndpont: "x" } as object)).toThrow(
    'mlplane.Provider "p": searchEndpont is no configuration key; did you mean `searchEndpoint`?',
  );
  expect(() => new Provider("p", { colour: "x" } as object)).toThrow(
    /colour is no configuration key; there are mlEndpoint, .*adopt$/,
  );
});
