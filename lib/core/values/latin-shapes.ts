import { onDemand } from "./on-demand";

/**
 * Letters that pose as a letter or digit of plain Latin text, as Unicode's list of confusables has them: the plain one, then the
 * code points of those that look like it. Browsers load it with every page, so it holds no names.
 */
const rows = `
! 01C3
2 01A7 A644
3 0417 04E0
5 01BC
6 0431
A 0391 0410
B 0392 0412
C 03F9 0421
E 0395 0415
F 03DC
G 050C
H 0397 041D
J 037F 0408
K 039A 041A
M 039C 03FA 041C
N 039D
O 039F 041E 0555
P 03A1 0420
S 0405 054F
T 03A4 0422
U 054D
V 0474
W 051C
X 03A7 0425
Y 03A5 03D2 0423 04AE
Z 0396
a 0251 03B1 0430 1D00
b 0184 0185 0299 042C 1D03
c 03F2 0441 1D04
d 0501 1D05
e 0435 04BD 1D07
f 0584 A730
g 0261 0262 0581
h 029C 04BB 0570
i 0131 0269 026A 037A 03B9 0456 04CF A647
j 0237 03F3 0458 1D0A
k 0138 1D0B
l 0196 019A 01C0 026B 029F 0399 0406 04C0 1D0C
m 0271 1D0D
n 0274 0578 057C
o 03BF 03C3 043E 0585 1D0F 1D11
p 03C1 03F1 0440 1D18
q 051B 0563 0566 A7AF
r 0280 0433
s 01BD 0455 A731
t 1D1B
u 028B 03C5 057D 1D1C
v 03BD 0475 1D20
w 0461 051D 0561 1D21
x 0445
y 028F 03B3 0443 04AF
z 1D22
`;

/** The plain letter or digit that each of them looks like, by the letter itself. */
export const latinShapes = onDemand(
  (): ReadonlyMap<string, string> =>
    new Map(
      rows
        .trim()
        .split("\n")
        .flatMap((row) => {
          const [plain = "", ...codes] = row.split(" ");
          return codes.map((code) => [String.fromCodePoint(Number.parseInt(code, 16)), plain] as const);
        }),
    ),
);
