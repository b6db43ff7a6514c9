package message

// Settings of the service that it cannot serve with.
var (
	RecognisersFail  = Phrase{"识别进程在这里启动不了；如果是系统隔离不了它们，设 TIJIAN_SANDBOX=optional 就不隔离也运行：{reason}", "recognisers do not start here; where they cannot be shut in, TIJIAN_SANDBOX=optional lets them do without: {reason}"}
	NotConfined      = Phrase{"识别进程隔离不了", "a recogniser cannot be shut in"}
	NotConfinedFiles = Phrase{"{reason}：不能挡住文件（Landlock，Linux 5.13 起才有）：{cause}", "{reason}: hide files (Landlock, of Linux 5.13 or later): {cause}"}
	NotConfinedCalls = Phrase{"{reason}：不能挡住系统调用（seccomp）：{cause}", "{reason}: refuse system calls (seccomp): {cause}"}
	DataFolder       = Phrase{"数据文件夹 {path}：{reason}；请把 TIJIAN_DATA 设为可以写入的文件夹", "data directory {path}: {reason}; set TIJIAN_DATA to a directory that can be written"}
	SettingAboveZero = Phrase{"{setting} 是 {value}，必须大于 0", "{setting} is {value}, must be above 0"}
	SettingAnHour    = Phrase{"{setting} 是 {value}，至少要一小时", "{setting} is {value}, must be at least an hour"}
	SettingAMinute   = Phrase{"{setting} 是 {value}，至少要一分钟", "{setting} is {value}, must be at least a minute"}
	TraceProtocol    = Phrase{"{setting} 是 {value}；链路数据只能以 http/protobuf 发送，请删去这个变量，把地址换成采集器的 HTTP 端口（一般是 4318）", "{setting} is {value}: traces are sent as http/protobuf only; leave it out and name the collector's HTTP port, usually 4318"}
	SettingAtLeast   = Phrase{"{setting} 是 {value}，至少要是 {least}", "{setting} is {value}, must be at least {least}"}
	PicturesUnsealed = Phrase{"TIJIAN_CASE_PICTURES 要保留图片，须设 TIJIAN_CASE_KEY，用它加密", "TIJIAN_CASE_PICTURES keeps pictures: set TIJIAN_CASE_KEY, which seals them"}
	LogoMalformed    = Phrase{"标志要是 PNG 或 JPEG，最大 {most} kB", "a logo is a PNG or JPEG of at most {most} kB"}
	SettingNegative  = Phrase{"{setting} 是 {value}，不能为负", "{setting} is {value}, must not be negative"}
	SecretTwice      = Phrase{"{setting} 与 {setting}_FILE 只能设一个", "{setting} and {setting}_FILE are both set; set one of them"}
	SecretFileEmpty  = Phrase{"{setting}_FILE：{file} 是空的", "{setting}_FILE: {file} is empty"}
	SecretFile       = Phrase{"{setting}_FILE：{reason}", "{setting}_FILE: {reason}"}
	AddressUnusable  = Phrase{"{reason}；请把 {setting} 设为没有被占用的地址", "{reason}; set {setting} to a free address"}
	ReloadTokenShort = Phrase{"TIJIAN_RELOAD_TOKEN 只有 {count} 个字符；密钥至少要 {least} 个，例如用 openssl rand -hex 32 生成", "TIJIAN_RELOAD_TOKEN has {count} characters; a secret needs at least {least}, for instance of: openssl rand -hex 32"}
	SettingAtMost    = Phrase{"{setting} 是 {value}，最多 {most}", "{setting} is {value}, must be at most {most}"}
	SettingFile      = Phrase{"{setting}：{reason}", "{setting}: {reason}"}
	MLLPUserMissing  = Phrase{"设了 TIJIAN_MLLP_LISTEN，没有设 TIJIAN_MLLP_USER：消息要算一个用户的", "TIJIAN_MLLP_LISTEN is set without TIJIAN_MLLP_USER: messages have to be some user's"}
	MLLPUserUnknown  = Phrase{"TIJIAN_MLLP_USER：没有用户 {name}，或者已经停用；请用 tijian user add {name} 添加", "TIJIAN_MLLP_USER: there is no user {name}, or it is disabled; add it with tijian user add {name}"}
	MLLPKeyMissing   = Phrase{"TIJIAN_MLLP_TLS_CERT 和 TIJIAN_MLLP_TLS_KEY 要么都设，要么都不设", "set both TIJIAN_MLLP_TLS_CERT and TIJIAN_MLLP_TLS_KEY, or neither"}
	MLLPCANeedsCert  = Phrase{"TIJIAN_MLLP_CLIENT_CA 只有在设了 TIJIAN_MLLP_TLS_CERT 时才有用", "TIJIAN_MLLP_CLIENT_CA is of use only with TIJIAN_MLLP_TLS_CERT"}
	MLLPNoCA         = Phrase{"TIJIAN_MLLP_CLIENT_CA：{file} 里没有 PEM 证书", "TIJIAN_MLLP_CLIENT_CA: {file} has no certificate in PEM"}
	MLLPSendAddress  = Phrase{"TIJIAN_MLLP_SEND 是 {value}，应如 his.example.cn:2575 或 tls://his.example.cn:2575", "TIJIAN_MLLP_SEND is {value}, must be such as his.example.cn:2575 or tls://his.example.cn:2575"}
	RulesUnfit       = Phrase{"规则或词典有错误，不能启动；tijian rules check 指出每一处：\n{reason}", "the rules or dictionaries are not fit to serve; tijian rules check shows each place:\n{reason}"}
	OpenToAll        = Phrase{"{what} {path} 的权限是 {mode}：这台机器的任何用户都能改它；请运行 chmod {right} {path}", "{what} {path} has the mode {mode}: every user of this machine can change it; run: chmod {right} {path}"}
	TheDataFolder    = Phrase{"数据文件夹", "the data directory"}
	TheDatabaseFile  = Phrase{"数据库文件", "the database file"}
	JWTSecret        = Phrase{"令牌密钥：{reason}", "JWT secret: {reason}"}
	SecretMissing    = Phrase{"没有密钥", "no secret given"}
	SecretShort      = Phrase{"第 {number} 个密钥（共 {count} 个）只有 {bytes} 字节，至少要 {least} 字节（可用 openssl rand -base64 48 生成）", "secret {number} of {count} has {bytes} bytes, must have at least {least} (make one with: openssl rand -base64 48)"}
	SecretRepeated   = Phrase{"第 {number} 个与第 {other} 个密钥相同", "secrets {number} and {other} are the same"}
	RequestsReadable = Phrase{"{path} 的权限是 {mode}，别人能读到请求；请运行 chmod 700 {path}", "{path}: mode is {mode}, others can read the requests; run: chmod 700 {path}"}
	SecretReadable   = Phrase{"{path} 的权限是 {mode}，别人能读到密钥；请运行 chmod 600 {path}", "{path}: mode is {mode}, others can read the secret; run: chmod 600 {path}"}
	NotANetwork      = Phrase{"{text} 既不是网段（例如 10.1.0.0/16），也不是地址", "{text} is neither a network such as 10.1.0.0/16 nor an address"}
	NetworkPorts     = Phrase{"{text}：冒号后面要写端口（1 到 65535）、端口范围（如 9000-9010）或 *", "{text}: behind the colon goes a port from 1 to 65535, a range such as 9000-9010, or *"}
	NetworkPath      = Phrase{"{text}：路径不能有 ..、\\、?、#、@ 或百分号编码的斜杠", "{text}: the path must not have .., \\, ?, #, @ or an encoded slash"}
	NetworkMapped    = Phrase{"{text}：请写成 IPv4 网段", "{text}: write it as an IPv4 network"}
)
