package user

import (
	_ "embed" // the list of common passwords
	"slices"
	"strings"
	"unicode/utf8"

	"tijian/engine/message"
)

// MinPassword is the shortest good password, in characters.
const MinPassword = 12

// minKinds is how many different characters a good password has at least.
const minKinds = 5

//go:embed common.txt
var common string

// CheckStrength says why a password for a user is too easy to guess, or nil.
func CheckStrength(name, password string) error {
	lower := strings.ToLower(password)
	kinds := map[rune]bool{}
	for _, r := range lower {
		kinds[r] = true
	}
	switch {
	case utf8.RuneCountInString(password) < MinPassword:
		return message.PasswordShort.Err("least", MinPassword, "count", utf8.RuneCountInString(password))
	case len(kinds) < minKinds:
		return message.PasswordUniform.Err("least", minKinds)
	case utf8.RuneCountInString(name) >= 4 && strings.Contains(lower, strings.ToLower(name)):
		return message.PasswordNamesUser.Err()
	case slices.Contains(strings.Fields(common), strings.TrimRight(lower, "!.?")):
		return message.PasswordCommon.Err()
	}
	return nil
}
