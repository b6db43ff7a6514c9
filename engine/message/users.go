package message

// Users, their passwords and roles.
var (
	AboutUser           = Phrase{"用户 {user}：{reason}", "user {user}: {reason}"}
	UserExists          = Phrase{"这个用户名已经有了", "a user of this name exists already"}
	UserMade            = Phrase{"用户 {name}，角色 {role}：{next}", "User {name}, role {role}: {next}"}
	UserCalls           = Phrase{"可以登录网页、调用接口；要改规则，把角色改为 editor", "may log in and call the API; to edit rules, make the role editor"}
	UserProposes        = Phrase{"可以改草稿、提出发布（tijian rules release 草稿 --user 这个名字 --reason 原因），由另一位批准", "may edit drafts and propose releases (tijian rules release DRAFT --user NAME --reason TEXT); somebody else approves"}
	UserApproves        = Phrase{"可以改草稿、提出发布，批准别人提出的（tijian rules release 草稿 --approve --sheet 清单 --user 这个名字）、回退；提出的人刚建的用户，过了 TIJIAN_APPROVER_WAIT（默认 24 小时）才能批准他提出的", "may edit and propose, approve what others proposed (tijian rules release DRAFT --approve --sheet FILE --user NAME) and roll back; whom a proposer has just added may approve that proposer's after TIJIAN_APPROVER_WAIT (24 hours by default)"}
	UserUnknown         = Phrase{"没有这个用户", "no user of this name"}
	LastAdmin           = Phrase{"再没有别的管理员了；请先把另一个用户设为管理员", "nobody else could manage users; make another user an admin first"}
	CredentialsWrong    = Phrase{"用户名与密码不符", "user name and password do not match"}
	UserNameEmpty       = Phrase{"用户名不能为空", "user name: must not be empty"}
	UserNameUnprintable = Phrase{"用户名只能用可以显示的字符", "user name: must consist of printable characters"}
	UserNameBlanks      = Phrase{"用户名的首尾不能是空格", "user name: must not begin or end with a blank"}
	UserNameLong        = Phrase{"用户名最多 {most} 个字符", "user name: must have at most {most} characters"}
	UserNameScripts     = Phrase{"用户名里混有不同文字、看上去却一样的字母（例如拉丁字母和西里尔字母）；请只用一种", "user name: mixes letters of several scripts that look alike, such as Latin and Cyrillic; use one of them"}
	UserNameLike        = Phrase{"这个用户名看上去和已有的 {other} 一样，容易认错；请另起一个", "user name: looks like that of {other}, whom people would take it for; choose another"}
	PasswordBlank       = Phrase{"密码不能为空", "password: must not be blank"}
	PasswordLong        = Phrase{"密码最多 {most} 字节", "password: must have at most {most} bytes"}
	PasswordUniform     = Phrase{"密码至少要有 {least} 个不同的字符", "password: must have at least {least} different characters"}
	PasswordShort       = Phrase{"密码至少要 {least} 个字符，这个有 {count} 个", "password: must have at least {least} characters, this has {count}"}
	PasswordNamesUser   = Phrase{"密码里不能有用户名", "password: must not contain the user name"}
	PasswordSame        = Phrase{"新密码不能和旧的一样", "password: must not be the old one"}
	PasswordCommon      = Phrase{"这是最常被猜到的密码之一，请另选一个", "password: is one of those that are tried first; choose another"}
	RoleUnknown         = Phrase{"角色只能是 {roles} 之一", "role: must be one of {roles}"}
	PasswordsBusy       = Phrase{"正在核对的密码太多，请稍后再试", "too many passwords are being checked"}
	PasswordDamaged     = Phrase{"存下的密码已损坏，请重新设置密码", "stored password hash is damaged; set the password anew"}
	LoginsFailed        = Phrase{"一分钟内登录失败 {count} 次，请在 {seconds} 秒后再试", "{count} failed logins within a minute, try again in {seconds} seconds"}
	LoginsSlowed        = Phrase{"这个用户名登录失败的次数太多，请在 {seconds} 秒后再试；在以前登录过的地方不必等", "too many failed logins of this name, try again in {seconds} seconds; from where you have logged in before there is no wait"}
	LoginUnknown        = Phrase{"这次登录已经结束了", "this login has ended already"}
	FactorUnknown       = Phrase{"没有这个第二因素", "there is no such second factor"}
	FactorSealed        = Phrase{"存下的验证器密钥打不开：签发令牌的密钥换过了；请用备用码登录，或请管理员清除第二因素", "the stored secret of the app cannot be opened, for the secrets of tokens have changed; log in with a recovery code, or have an admin remove the second factor"}
	BootstrapIncomplete = Phrase{"TIJIAN_BOOTSTRAP_USER 与 TIJIAN_BOOTSTRAP_PASSWORD 要同时设", "TIJIAN_BOOTSTRAP_USER and TIJIAN_BOOTSTRAP_PASSWORD must be set together"}
)
