// Questions to the server.

const TIMEOUT = 10_000;

/// Fetches an address; throws with the `status` when the answer is not a good one.
export async function request(address, signal) {
  const timeout = AbortSignal.timeout(TIMEOUT);
  const answer = await fetch(address, { cache: "no-cache", signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  if (!answer.ok) {
    const error = new Error(`the server answered ${answer.status}`);
    error.status = answer.status;
    throw error;
  }
  return answer;
}

export function sleep(milliseconds) {
  return new Promise((resolve) => { setTimeout(resolve, milliseconds); });
}
