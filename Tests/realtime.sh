#!/usr/bin/env bash
# Runs the suites of real time in two lines at once: they mostly wait. What one sends must not reach the other, so the second
# line has a network of its own; where the machine makes none, the lines run one after the other.
#
#   Tests/realtime.sh FIRST SECOND      each a filter of suites, built before
set -uo pipefail
tests=.build/debug/stadium-replayPackageTests.xctest
log=.build/realtime.log

line() {
  exec "$tests" --testing-library swift-testing --no-parallel --filter "$1"
}

# Root makes a network; others do as root of a user namespace, which suites that make more of them need as well.
if unshare --net true 2>/dev/null; then
  network=(unshare --net)
elif unshare --map-root-user --net true 2>/dev/null; then
  network=(unshare --map-root-user --net)
else
  (line "$1") && (line "$2")
  exit
fi

# Where it may, the second line goes first when both want a processor: it plays out to the millisecond, and asks for little.
if chrt --fifo 1 true 2>/dev/null; then network+=(chrt --fifo 1); fi

export -f line
export tests
"${network[@]}" bash -c 'ip link set lo up; line "$0"' "$2" >"$log" 2>&1 &
second=$!
(line "$1")
first=$?
wait "$second"
status=$?
echo
echo "The second line of suites:"
grep -vE '^. (Test|Suite) .* started' "$log"
[ "$first" -eq 0 ] && [ "$status" -eq 0 ]
