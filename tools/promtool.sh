#!/bin/sh
# Runs promtool: the one of this machine, else Debian's, taken out of its package
# into .cache, since installing it would start a Prometheus.
set -eu
promtool=$(command -v promtool || true)
if [ -z "$promtool" ]; then
	folder=.cache/promtool
	promtool=$folder/usr/bin/promtool
	if [ ! -x "$promtool" ]; then
		echo "Taking promtool out of the Debian package prometheus." >&2
		mkdir -p "$folder"
		(cd "$folder" && apt-get -q download prometheus >/dev/null && dpkg-deb -x prometheus_*.deb . && rm prometheus_*.deb)
	fi
fi
exec "$promtool" "$@"
