/** An answer to `balance`: its family, HTTP status and body, and what it means. */
export type BalanceAnswer = [family: string, httpStatus: number, body: string, meaning: string];

export const balanceAnswers: BalanceAnswer[] = [
  ["PerfectPanel", 200, '{"balance":"100.84292","currency":"USD"}', "100.84292 USD, point"],
  ["PerfectPanel", 200, '{"balance":"0","currency":"EUR"}', "0 EUR"],
  ["SmartPanel", 200, '{"status":"success","balance":"12.5000","currency":"$"}', "12.5000 USD, point"],
  ["Laravel", 200, '{"balance":12.5,"currency":"BRL"}', "12.5 BRL"],
  ["Laravel", 200, '{"data":{"balance":"1,234.50","currency":"usd"}}', "1234.50 USD, point"],
  ["Next", 200, '{"balance":"100.00000000","currency":"USDT"}', "100.0000000 USDT, point"],
  ["comma", 200, '{"balance":"1.234,56","currency":"TL"}', "1234.56 TRY, comma"],
  ["comma", 200, '{"balance":"12,50 ₺"}', "12.50 TRY, comma"],
  ["comma", 200, '{"balance":"R$ 1.234,56"}', "1234.56 BRL, comma"],
  ["comma", 200, '{"balance":"1 234,56","currency":"руб."}', "1234.56 RUB, comma"],
  ["comma", 200, '{"balance":"Rp 1.234.567","currency":"Rp"}', "1234567 IDR, comma"],
  ["sign", 200, '{"balance":"$1,234.50"}', "1234.50 USD, point"],
  ["sign", 200, '{"balance":"-3.2","currency":"USD"}', "-3.2 USD, point"],
  ["sign", 200, '{"balance":".9"}', "0.9 USD, point"],
  ["float", 200, '{"balance":99.30000000000001}', "99.3000000 USD"],
  ["float", 200, '{"balance":1e-3}', "0.001 USD"],
  ["clone", 200, '{"balance":"5","currency":"Coins"}', "5 XXX"],
  [
    "PHP",
    200,
    '<br /><b>Deprecated</b>: x in <b>y</b> on line <b>1</b><br />{"balance":"5.5"}',
    "5.5 USD, point",
  ],
  // A thousand, or one and no thousandths: not known.
  ["clone", 200, '{"balance":"1.000"}', "unreadable"],
  ["clone", 200, '{"balance":"1,000","currency":"USD"}', "unreadable"],
  ["clone", 200, '{"balance":"n/a"}', "unreadable"],
  ["clone", 200, "{}", "unreadable"],
  ["PerfectPanel", 200, '{"error":"Invalid API key"}', "bad_key"],
  ["Laravel", 401, '{"message":"Unauthenticated."}', "bad_key"],
  ["SmartPanel", 200, '{"error":"The account does not exists"}', "bad_key"],
  ["clone", 200, '{"error":"IP not allowed"}', "refused"],
  ["CDN", 403, "<html>blocked</html>", "refused"],
  ["CDN", 502, "<html>502</html>", "no_answer"],
  // Read in the sources of panels.
  [
    "Laravel",
    200,
    '{"balance":"150000.0000","balancef":"150,000","currency":"VND"}',
    "150000.0000 VND, point",
  ],
  ["PHP", 200, '{"balance":"25000.00","currency":"IRT"}', "25000.00 XXX, point"],
  ["PHP script, Turkish", 200, '{"error":"API key hatalı","status":"102"}', "bad_key"],
];
