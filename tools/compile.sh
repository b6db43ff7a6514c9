#!/bin/sh
# go build with its arguments, showing how far it is: from nothing, hundreds of
# packages are compiled, which takes minutes on a small machine.
set -eu
total=$(go list -deps . | wc -l)
show() {
	n=0 seconds=0 note=
	while IFS= read -r line; do
		case $line in
		tick) # large packages and linking take a while each: what goes on is said
			seconds=$((seconds + 10))
			[ $n -gt 0 ] || continue
			if [ -t 2 ]; then
				printf '\r\033[K%.78s' "$note, $seconds s so far" >&2
			elif [ $((seconds % 60)) -eq 0 ]; then
				printf '%s\n' "$note, $seconds s so far" >&2
			fi
			continue
			;;
		"go: downloading "*) note="$line" ;;
		*[:\ ]*) # no package: what the compiler says
			printf '%s\n' "$line" >&2
			continue
			;;
		*)
			n=$((n + 1))
			[ $n -gt 1 ] || echo "Compiling up to $total packages; the first time this takes minutes, later seconds." >&2
			note="[$n/$total] $line"
			;;
		esac
		if [ -t 2 ]; then
			printf '\r\033[K%.78s' "$note" >&2
		elif [ $((n % 50)) -eq 0 ]; then
			printf '%s\n' "$note" >&2
		fi
	done
	if [ -t 2 ] && [ $n -gt 0 ]; then printf '\r\033[K' >&2; fi
	if [ $n -gt 0 ]; then echo "Compiled $n packages." >&2; fi
}
# The pipe's status is show's; go build's comes by another channel.
exec 3>&1
ticks() { while sleep 10 >/dev/null 2>&1 3>&- 4>&-; do echo tick; done; }
status=$({ { ticks & go build -v "$@" 2>&1 || echo $? >&4; kill $!; } | show >&3; } 4>&1)
exit "${status:-0}"
