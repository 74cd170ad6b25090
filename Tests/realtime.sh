#!/usr/bin/env bash
# Runs the suites of real time in several lines at once: they mostly wait. What one sends must not reach the others, so each line
# but the first has a network of its own; where the machine makes none, the lines run one after the other.
#
#   Tests/realtime.sh FIRST SECOND …      each a filter of suites, built before; the last one plays out to the millisecond
set -uo pipefail
tests=.build/debug/stadium-replayPackageTests.xctest
logs=.build/realtime

line() {
  exec "$tests" --testing-library swift-testing --no-parallel --filter "$1"
}

# Root makes a network; others do as root of a user namespace, which suites that make more of them need as well.
if unshare --net true 2>/dev/null; then
  network=(unshare --net)
elif unshare --map-root-user --net true 2>/dev/null; then
  network=(unshare --map-root-user --net)
else
  status=0
  for filter in "$@"; do (line "$filter") || status=1; done
  exit "$status"
fi

export -f line
export tests
mkdir -p "$logs"
others=()
for ((number = 2; number <= $#; number += 1)); do
  # Where it may, the last line goes first when several want a processor: it asks for little.
  first=()
  if [ "$number" -eq $# ] && chrt --fifo 1 true 2>/dev/null; then first=(chrt --fifo 1); fi
  "${network[@]}" ${first[@]+"${first[@]}"} bash -c 'ip link set lo up; line "$0"' "${!number}" >"$logs/$number.log" 2>&1 &
  others+=($!)
done
(line "$1")
status=$?
for number in "${!others[@]}"; do
  wait "${others[$number]}" || status=1
  echo
  echo "Line $((number + 2)) of the suites of real time:"
  grep -vE '^. (Test|Suite) .* started' "$logs/$((number + 2)).log"
done
[ "$status" -eq 0 ]
