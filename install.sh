#!/bin/sh
# Installs a released devservers for this user, after it has checked the download: DOWNLOADS=URL sh install.sh 0.1.0
#   DOWNLOADS  where the releases are: below it, vVERSION/ has the archives and checksums.txt
#   BINDIR     where the program goes; ~/.local/bin if it isn't set
# It needs tar, sha256sum or shasum, and curl or wget. No root; nothing else is written.
set -eu
fail() { echo "install: $*" >&2; exit 1; }

version=${1:-}
[ -n "$version" ] || fail "name the version, such as 0.1.0"
[ -n "${DOWNLOADS:-}" ] || fail "set DOWNLOADS to the address of the releases"
version=${version#v}
bindir=${BINDIR:-$HOME/.local/bin}

case $(uname -s) in
Linux) os=linux ;;
Darwin) os=darwin ;;
*) fail "there is no program for $(uname -s)" ;;
esac
case $(uname -m) in
x86_64 | amd64) arch=amd64 ;;
aarch64 | arm64) arch=arm64 ;;
*) fail "there is no program for $(uname -m)" ;;
esac

get() { # URL FILE
	if command -v curl >/dev/null; then
		curl -fsSL -o "$2" "$1" || fail "cannot download $1"
	elif command -v wget >/dev/null; then
		wget -q -O "$2" "$1" || fail "cannot download $1"
	else
		fail "install curl or wget first"
	fi
}
sum() {
	if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1
}

archive=devservers_${version}_${os}_${arch}.tar.gz
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
get "$DOWNLOADS/v$version/checksums.txt" "$dir/checksums.txt"
get "$DOWNLOADS/v$version/$archive" "$dir/$archive"
want=$(awk -v name="$archive" '$2 == name { print $1 }' "$dir/checksums.txt")
[ -n "$want" ] || fail "checksums.txt does not list $archive"
[ "$(sum "$dir/$archive")" = "$want" ] || fail "$archive is not what checksums.txt says: nothing was installed"

tar -xzf "$dir/$archive" -C "$dir" devservers
mkdir -p "$bindir"
cp "$dir/devservers" "$bindir/.devservers.new"
chmod 755 "$bindir/.devservers.new"
mv "$bindir/.devservers.new" "$bindir/devservers"
"$bindir/devservers" version
case :$PATH: in
*":$bindir:"*) echo "installed $bindir/devservers; try: devservers demo" ;;
*) echo "installed $bindir/devservers; put $bindir on your PATH, then try: devservers demo" ;;
esac
