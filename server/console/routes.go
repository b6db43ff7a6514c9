package console

import "tijian/server/user"

// A route is one page or act.
type route struct {
	method, path string
	least        user.Role                   // "" for everybody, logged in or not
	about        func(*requestContext) error // finds what it is about; nil for nothing
	handle       func(*Console, *requestContext) error
	large        bool  // the body holds pictures: the handler bounds and reads it, and checks its token
	free         bool  // costs nothing, or is told bit by bit
	dear         bool  // takes memory as the findings of a text do
	before       stage // of a login that is not whole, from which on it is open
	proof        bool  // only soon after the password or second factor was given: prove.go
}

// routes are all pages and acts, and who may use them.
var routes = []route{
	{method: "GET", path: "login", handle: (*Console).loginForm},
	{method: "POST", path: "login", handle: (*Console).login},
	{method: "GET", path: "password", least: user.Client, handle: (*Console).passwordForm, before: enrolling},
	{method: "POST", path: "password", least: user.Client, handle: (*Console).changePassword, before: enrolling},
	{method: "POST", path: "logout", least: user.Client, handle: (*Console).logout, before: halfway},
	{method: "GET", path: "factor", least: user.Client, handle: (*Console).factorForm, before: halfway},
	{method: "POST", path: "factor", least: user.Client, handle: (*Console).giveFactor, before: halfway},
	{method: "GET", path: "account", least: user.Client, handle: (*Console).account, before: enrolling},
	{method: "GET", path: "account/app", least: user.Client, handle: (*Console).appForm, before: enrolling},
	{method: "POST", path: "account/app", least: user.Client, handle: (*Console).addApp, before: enrolling, proof: true},
	{method: "GET", path: "account/passkey", least: user.Client, handle: (*Console).passkeyForm, before: enrolling},
	{method: "POST", path: "account/passkey", least: user.Client, handle: (*Console).addPasskey, before: enrolling, proof: true},
	{method: "POST", path: "account/factor", least: user.Client, handle: (*Console).removeFactor, proof: true},
	{method: "POST", path: "account/recovery", least: user.Client, handle: (*Console).newRecovery, proof: true},
	{method: "POST", path: "account/token", least: user.Client, handle: (*Console).issueOwnToken, proof: true},
	{method: "POST", path: "account/login", least: user.Client, handle: (*Console).endLogin},
	{method: "POST", path: "account/logins", least: user.Client, handle: (*Console).endOthers},
	{method: "GET", path: "assets/{name}", handle: (*Console).asset, free: true},

	{method: "GET", path: "{$}", least: user.Client, handle: (*Console).home},
	{method: "GET", path: "assess", least: user.Client, handle: (*Console).beginCase},
	{method: "GET", path: "findings", least: user.Client, handle: (*Console).findingsForm},
	{method: "POST", path: "findings", least: user.Client, handle: (*Console).findings, dear: true},
	{method: "GET", path: "findings/new", least: user.Editor, handle: (*Console).newFinding},
	{method: "POST", path: "findings/new", least: user.Editor, handle: (*Console).newFinding},
	{method: "POST", path: "findings/new/try", least: user.Editor, handle: (*Console).tryFinding},
	{method: "GET", path: "findings/term", least: user.Editor, handle: (*Console).addTerm},
	{method: "POST", path: "findings/term", least: user.Editor, handle: (*Console).addTerm},
	{method: "GET", path: "quality", least: user.Editor, handle: (*Console).quality},
	{method: "GET", path: "quality/suites", least: user.Editor, handle: (*Console).suites},
	{method: "POST", path: "quality/suites", least: user.Editor, handle: (*Console).runSuites},
	{method: "GET", path: "quality/suites/events", least: user.Editor, handle: (*Console).suitesEvents, free: true},
	{method: "GET", path: "operation", least: user.Admin, handle: (*Console).operation},
	{method: "GET", path: "operation/users", least: user.Admin, handle: (*Console).users},
	{method: "POST", path: "operation/users", least: user.Admin, handle: (*Console).addUser, proof: true},
	{method: "GET", path: "operation/user", least: user.Admin, handle: (*Console).oneUser},
	{method: "POST", path: "operation/user/role", least: user.Admin, handle: (*Console).setRole, proof: true},
	{method: "POST", path: "operation/user/password", least: user.Admin, handle: (*Console).resetPassword, proof: true},
	{method: "POST", path: "operation/user/state", least: user.Admin, handle: (*Console).setState, proof: true},
	{method: "POST", path: "operation/user/factors", least: user.Admin, handle: (*Console).removeFactors, proof: true},
	{method: "POST", path: "operation/user/token", least: user.Admin, handle: (*Console).issueToken, proof: true},
	{method: "POST", path: "operation/user/login", least: user.Admin, handle: (*Console).endLoginOf},
	{method: "POST", path: "operation/user/logins", least: user.Admin, handle: (*Console).endLoginsOf},
	{method: "GET", path: "operation/letters", least: user.Admin, handle: (*Console).letters},
	{method: "POST", path: "operation/letters/replay", least: user.Admin, handle: (*Console).replayLetter, dear: true},
	{method: "POST", path: "operation/letters/drop", least: user.Admin, handle: (*Console).dropLetter},
	{method: "GET", path: "operation/audit", least: user.Admin, handle: (*Console).audit},
	{method: "GET", path: "cases", least: user.Client, handle: (*Console).caseList},
	{method: "POST", path: "cases", least: user.Client, handle: (*Console).upload, large: true},
	{method: "GET", path: "cases/{id}", least: user.Client, about: (*requestContext).aReport, handle: (*Console).showReport},
	{method: "GET", path: "cases/{id}/events", least: user.Client, handle: (*Console).events, free: true},
	{method: "POST", path: "cases/{id}", least: user.Client, about: (*requestContext).aReport, handle: (*Console).correct},
	{method: "GET", path: "cases/{id}/pictures/{nth}", least: user.Client, handle: (*Console).picture},
	{method: "POST", path: "cases/{id}/line", least: user.Client, about: (*requestContext).aReport, handle: (*Console).addLine},
	{method: "GET", path: "cases/{id}/labels", least: user.Client, about: (*requestContext).aReport, handle: (*Console).labels},
	{method: "GET", path: "cases/{id}/assess", least: user.Client, handle: (*Console).assessForm},
	{method: "POST", path: "cases/{id}/assess", least: user.Client, handle: (*Console).assess, dear: true},
	{method: "GET", path: "cases/{id}/answer", least: user.Client, handle: (*Console).answered},
	{method: "GET", path: "cases/{id}/patient", least: user.Client, handle: (*Console).patient},
	{method: "GET", path: "cases/{id}/workbook", least: user.Client, handle: (*Console).exported, dear: true},
	{method: "POST", path: "cases/{id}/link", least: user.Client, handle: (*Console).makeLink},
	{method: "GET", path: "given/{link}", handle: (*Console).showGiven},
	{method: "POST", path: "cases/{id}/state", least: user.Client, handle: (*Console).caseState},

	{method: "GET", path: "rules", least: user.Client, about: (*requestContext).aVersion, handle: (*Console).rules},
	{method: "GET", path: "rules/where", least: user.Client, about: (*requestContext).aVersion, handle: (*Console).whereUsed},
	{method: "GET", path: "rules/history", least: user.Client, handle: (*Console).history},
	{method: "GET", path: "rules/table/{version}/{indicator}", least: user.Client, about: (*requestContext).aVersion, handle: (*Console).ruleTable},
	{method: "POST", path: "rules/cells/{version}/{indicator}", least: user.Editor, about: (*requestContext).aFile, handle: (*Console).editCells},
	{method: "POST", path: "rules/cells/{version}/{indicator}/check", least: user.Editor, about: (*requestContext).aFile, handle: (*Console).proveCells},
	{method: "POST", path: "rules/folder", least: user.Admin, handle: (*Console).makeEditable, proof: true},
	{method: "POST", path: "rules/draft", least: user.Editor, handle: (*Console).newDraft},
	{method: "GET", path: "rules/draft/{version}", least: user.Editor, about: (*requestContext).aVersion, handle: (*Console).draft},
	{method: "GET", path: "rules/draft/{version}/work", least: user.Editor, about: (*requestContext).aVersion, handle: (*Console).draftWork},
	{method: "GET", path: "rules/draft/{version}/job/{act}", least: user.Editor, about: (*requestContext).aVersion, handle: (*Console).draftJob},
	{method: "POST", path: "rules/draft/{version}/changes", least: user.Editor, about: (*requestContext).aVersion, handle: (*Console).draftDiff},
	{method: "GET", path: "rules/draft/{version}/changes", least: user.Editor, about: (*requestContext).aVersion, handle: (*Console).draftDiff},
	{method: "POST", path: "rules/draft/{version}/check", least: user.Editor, about: (*requestContext).aVersion, handle: (*Console).checkDraft},
	{method: "POST", path: "rules/draft/{version}/test", least: user.Editor, about: (*requestContext).aVersion, handle: (*Console).tryDraft},
	{method: "POST", path: "rules/draft/{version}/accept", least: user.Editor, about: (*requestContext).aLoadedDraft, handle: (*Console).acceptCases},
	{method: "GET", path: "rules/draft/{version}/case", least: user.Editor, about: (*requestContext).aLoadedDraft, handle: (*Console).newCase},
	{method: "POST", path: "rules/draft/{version}/case", least: user.Editor, about: (*requestContext).aLoadedDraft, handle: (*Console).addCase},
	{method: "GET", path: "rules/draft/{version}/indicator", least: user.Editor, about: (*requestContext).aLoadedDraft, handle: (*Console).newIndicator},
	{method: "POST", path: "rules/draft/{version}/indicator", least: user.Editor, about: (*requestContext).aLoadedDraft, handle: (*Console).newIndicator},
	{method: "GET", path: "rules/draft/{version}/risk", least: user.Editor, about: (*requestContext).aLoadedDraft, handle: (*Console).newRisk},
	{method: "POST", path: "rules/draft/{version}/risk", least: user.Editor, about: (*requestContext).aLoadedDraft, handle: (*Console).newRisk},
	{method: "POST", path: "rules/draft/{version}/impact", least: user.Editor, about: (*requestContext).aVersion, handle: (*Console).draftImpact},
	{method: "POST", path: "rules/draft/{version}/propose", least: user.Editor, about: (*requestContext).aVersion, handle: (*Console).propose},
	{method: "POST", path: "rules/draft/{version}/sheet", least: user.Approver, about: (*requestContext).aVersion, handle: (*Console).decide},
	{method: "POST", path: "rules/draft/{version}/approve", least: user.Approver, about: (*requestContext).aVersion, handle: (*Console).approve, proof: true},
	{method: "POST", path: "rules/rollback", least: user.Approver, handle: (*Console).rollback, proof: true},
	{method: "GET", path: "rules/edit/{version}", least: user.Editor, about: (*requestContext).aFile, handle: (*Console).edit},
	{method: "POST", path: "rules/edit/{version}", least: user.Editor, about: (*requestContext).aFile, handle: (*Console).save},
	{method: "POST", path: "rules/edit/{version}/check", least: user.Editor, about: (*requestContext).aFile, handle: (*Console).judgeEdited},
}
