#!/bin/bash
# Makes the corpus: make.sh CASE... runs each CASE.sh with the real tools at a terminal, and keeps what they print as
# CASE.txt. NODE_TOOLS is a folder with a node_modules that has vite, typescript, next ...; Python's and the others' tools
# are those of the system.
set -u
here=$(cd "$(dirname "$0")" && pwd)

# serve CMD starts a server at a terminal; what it prints goes to $out.
serve() {
	[ -p "$top/keys" ] || mkfifo "$top/keys"
	exec 9<>"$top/keys" # a keyboard on which nobody types
	script -qefc "exec $*" /dev/null >>"$out" 2>&1 <&9 &
	server=$!
}
# printed TEXT [N] waits until the server has printed TEXT N times.
printed() {
	for _ in $(seq 300); do
		[ "$(tr -d '\r' <"$out" | sed 's/\x1b\[[0-9;]*m//g' | grep -cF -- "$1")" -ge "${2:-1}" ] && return
		sleep 0.1
	done
	echo "$case: \"$1\" was not printed" >&2
}
# get PATH asks the server at $PORT, which may fail.
get() { curl -s -o /dev/null --max-time 10 "http://127.0.0.1:$PORT$1" -H "Accept: ${2:-*/*}"; }
# once CMD runs a command to its end.
once() { script -qefc "$*" /dev/null >>"$out" 2>&1 </dev/null; }
finish() {
	sleep 1
	kill $(ps -o pid= --ppid "$server")
	wait "$server" 2>/dev/null
}

for case in "$@"; do
	case=${case%.sh}
	top=$(mktemp -d "${NODE_TOOLS:-/tmp}/XXXXXX")
	mkdir "$top/shop"
	cd "$top/shop" || exit 1
	export PATH="${NODE_TOOLS:-}/node_modules/.bin:$PATH" PORT=$((20000 + RANDOM % 10000)) PYTHONDONTWRITEBYTECODE=1 TERM=xterm-256color
	out="$top/out"
	: >"$out"
	(. "$here/$case.sh")
	sed "s#\./$(basename "$top")/shop/#./#g; s#$top/shop#/home/dev/shop#g; s#$top#/home/dev#g; s#${NODE_TOOLS:-/none}#/home/dev#g" "$out" >"$here/$case.txt"
	rm -rf "$top"
done
