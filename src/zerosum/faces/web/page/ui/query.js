// The one builder of addresses with parameters, for links and for questions to the server.

/** @typedef {Record<string, string | number | null | undefined>} Parameters */

/**
 * A path with its parameters; those that are null, undefined or "" are left out.
 * @param {string} path @param {Parameters} [parameters]
 */
export function withQuery(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  }
  return path + (query.size ? `?${query}` : "");
}
