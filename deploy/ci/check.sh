#!/bin/sh
# Checks a folder that holds rules/, dictionaries/ and suites, on a build server
# without Go: with the checker of make tools. Reports go into reports/.
#
#   TIJIAN         the checker; tijian by default
#   MAX_AFFECTED   the greatest share of persons whose answers a draft may change
#   PERSONS        how many generated persons tell that share; 10000 by default
#   ANSWERS=same   drafts reword only: any other answer is a failure
set -eu

tijian=${TIJIAN:-tijian}
mkdir -p reports

"$tijian" rules check --strict
"$tijian" keywords check --strict
"$tijian" rules test testdata/rules --format junit >reports/rules.xml
"$tijian" keywords test testdata/keywords --format junit >reports/keywords.xml
if [ -e rules/history.yaml ]; then
	"$tijian" rules history
fi

# Released versions are locked, so what may change are the drafts.
active=$(sed -n 's/^active: *"\{0,1\}\([^" ]*\).*/\1/p' rules/current.yaml)
for manifest in rules/*/manifest.yaml; do
	folder=$(dirname "$manifest")
	draft=$(basename "$folder")
	if [ "$draft" = "$active" ] || [ -e "$folder/lock.yaml" ]; then
		continue
	fi
	"$tijian" rules test testdata/rules --version "$draft" --format junit >"reports/rules-$draft.xml"
	"$tijian" keywords test testdata/keywords --version "$draft" --format junit >"reports/keywords-$draft.xml"
	if [ "${ANSWERS:-}" = same ]; then
		"$tijian" rules diff "$active" "$draft" --exit-code
	else
		"$tijian" rules diff "$active" "$draft" --texts >"reports/diff-$draft.txt"
	fi
	"$tijian" rules impact "$active" "$draft" --persons "${PERSONS:-10000}" --max-affected "${MAX_AFFECTED:-2%}" --html "reports/impact-$draft.html"
done
