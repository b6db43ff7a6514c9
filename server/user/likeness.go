package user

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"tijian/engine/message"
	"tijian/server/store"
)

// skeleton is what a name looks like: people cannot tell names of one skeleton
// apart. It is that of Unicode Technical Standard 39, section 4, for names of one
// script: compatibility forms, case, blanks and invisible characters go, and so do
// the differences between Latin letters and digits that fonts hardly show.
// Characters of several scripts that look alike are what checkScripts is for.
func skeleton(name string) string {
	folded := norm.NFKC.String(cases.Fold().String(norm.NFKC.String(name)))
	folded = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			return -1
		}
		return r
	}, folded)
	return alike.Replace(strings.Join(strings.Fields(folded), ""))
}

// alike are the pairs among Latin letters, digits and marks of the Unicode
// Consortium's confusables.txt, after case folding.
var alike = strings.NewReplacer("1", "l", "i", "l", "|", "l", "ı", "l", "0", "o", "rn", "m", "vv", "w",
	"—", "-", "–", "-", "‐", "-", "‑", "-", "−", "-", "’", "'", "‘", "'", "`", "'", "〇", "o")

// mixed are the scripts that one name may mix: the level "highly restrictive" of
// Unicode Technical Standard 39, section 5.2, for Chinese, Japanese and Korean
// together. A name may also be of any one other script.
var mixed = []*unicode.RangeTable{unicode.Latin, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo}

// checkScripts refuses a name in which characters of several scripts stand that
// look like each other's, such as a Cyrillic letter in a Latin name.
func checkScripts(name string) error {
	found := map[string]bool{}
	for _, r := range norm.NFKC.String(name) {
		switch {
		case unicode.In(r, unicode.Common, unicode.Inherited):
		case unicode.In(r, mixed...):
			found["mixed"] = true
		default:
			for script, table := range unicode.Scripts {
				if unicode.Is(table, r) {
					found[script] = true
				}
			}
		}
	}
	if len(found) > 1 {
		return message.UserNameScripts.Err()
	}
	return nil
}

// checkLikeness refuses a new name that people would take for one that is there. It
// holds up others who add users until the transaction ends.
func checkLikeness(ctx context.Context, tx *store.Tx, name string) error {
	if err := tx.LockTable(ctx, "users"); err != nil {
		return err
	}
	names, err := store.All(ctx, tx, func(row store.Row, other *string) error { return row.Scan(other) }, "SELECT name FROM users")
	if err != nil {
		return err
	}
	if slices.Contains(names, name) {
		return ErrExists
	}
	like := skeleton(name)
	if i := slices.IndexFunc(names, func(other string) bool { return skeleton(other) == like }); i >= 0 {
		return message.UserNameLike.Err("other", names[i])
	}
	return nil
}
