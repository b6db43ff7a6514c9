package message

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Bodies and files that should be JSON. Clients know the sentences of
// encoding/json, which the English follows.
var (
	JSONEmpty      = Phrase{"JSON 是空的", "malformed JSON: the body is empty"}
	JSONCutShort   = Phrase{"JSON 没有写完", "malformed JSON: the body ends too early"}
	JSONNotUTF8    = Phrase{"JSON 不是 UTF-8", "malformed JSON: the body is not valid UTF-8"}
	JSONAfterEnd   = Phrase{"JSON 写完之后，从第 {byte} 个字节起还有内容", "malformed JSON: unexpected data after the end of the value at byte {byte}"}
	JSONKeyMissing = Phrase{"JSON 第 {byte} 个字节写错：这里应是键", "malformed JSON at byte {byte}: expected a key"}
	JSONSyntax     = Phrase{"JSON 第 {byte} 个字节写错：{reason}", "malformed JSON at byte {byte}: {reason}"}
	JSONUnexpected = Phrase{"JSON 写错：不该有 {token}", "malformed JSON: unexpected {token}"}
	JSONUnread     = Phrase{"JSON 写错：{reason}", "malformed JSON: {reason}"}
	JSONMalformed  = Phrase{"JSON 写错", "malformed JSON"}
	JSONTooDeep    = Phrase{"{path}：嵌套超过 {levels} 层", "{path}: nested more than {levels} levels deep"}
	JSONKeyTwice   = Phrase{"{path}：同一个键写了两次", "{path}: duplicate key"}
	JSONCharacter  = Phrase{"不该有字符 {character}", "invalid character {character}"}
	JSONKind       = Phrase{"JSON 的 {field} 不是该有的类型", "JSON: {field} is of another type"}
)

// jsonFault says what encoding/json finds wrong: a character that does not
// belong where it stands, or an early end.
func jsonFault(fault *json.SyntaxError) Phrase {
	text := fault.Error()
	rest, found := strings.CutPrefix(text, "invalid character ")
	if !found {
		return Phrase{JSONCutShort.ZH, text}
	}
	if quoted, err := strconv.QuotedPrefix(rest); err == nil {
		return Phrase{JSONCharacter.With("character", quoted).ZH, text}
	}
	return Phrase{JSONMalformed.ZH, text}
}
