/** Items that their supplier reported as delivered, and what our own counts show. */
export const drops = `
nothing missing at the last count                   | refill | | Completed counts=5000,6000,6000 refills | nothing_missing there
more followers than were delivered                  | refill | | Completed counts=5000,6000,6410 refills | nothing_missing there
a loss within the counter's normal movement         | refill | | Completed counts=5000,6000,5950 refills | nothing_missing there
one more than the normal movement                   | refill | | Completed counts=5000,6000,5949 refills | refill dropped 51
a drop of 200, refills included                     | refill | | Completed counts=5000,6000,5800 refills | refill dropped 200
a drop below the start: what was bought, no more    | refill | | Completed counts=5000,6000,4100 refills | refill dropped 1000
a drop while another order is delivered there       | refill | | Completed counts=5000,6000,5800 refills shared | wait counter_moving @66
nothing missing while another order is delivered    | refill | | Completed counts=5000,6000,6000 refills shared | nothing_missing there
no count since another order began                  | nothing_arrived | | Completed counts=5000,6000,- shared | wait counter_moving @66
another order is delivered there, is it slow        | slow | | Completed counts=5000,6000,- shared | already_done delivered
another order is delivered there for 31 days        | refill | at=1000 asked=100 | Completed counts=5000,6000,5800 shared | review waited_too_long
a drop, is it slow                                  | slow | | Completed counts=5000,6000,5800 refills | refill dropped 200
a drop, nothing arrived                             | nothing_arrived | | Completed counts=5000,6000,5000 refills | refill dropped 1000
a drop, the money back: a refill is what is due     | refund | | Completed counts=5000,6000,5500 refills | refill dropped 500
delivered and there, the money back                 | refund | | Completed counts=5000,6000,6001 | nothing_missing there
delivered and there, nothing arrived                | nothing_arrived | | Completed counts=5000,6000,6003 | nothing_missing there
delivered and there, is it slow                     | slow | | Completed counts=5000,6000,6003 | nothing_missing there
delivered, cancel                                   | cancel | | Completed counts=5000,6000,6003 | already_done delivered
delivered, cancel although it dropped               | cancel | | Completed counts=5000,6000,5003 refills | already_done delivered
Partial with nothing remaining is Completed         | refill | | Partial:0 counts=5000,6000,5800 refills | refill dropped 200
Complete, as some panels spell it                   | refill | | complete counts=5000,6000,5800 refills | refill dropped 200
a minute inside the window                          | refill | at=143.98 | Completed counts=5000,6000,5800 refills | refill dropped 200
the very end of the window                          | refill | at=144 | Completed counts=5000,6000,5800 refills | refill dropped 200
a minute past the window, seen in it                | refill | at=144.02 | Completed counts=5000,6000,5800 refills | refill dropped 200
first seen a minute past the window                 | refill | at=152 | Completed looks=5000,6000@26,6000@143,5800@144.02,5800@152 refills | too_late window_over
asked in time, decided a day after the window       | refill | at=160 asked=143 | Completed counts=5000,6000,5800 refills | refill dropped 200
asked in time and waiting, asked again after it     | refill | at=160 | Completed counts=5000,6000,5800 refills waits=143 | refill dropped 200
counted in time, proven and decided after it         | refill | at=160 | Completed looks=5000,6000@26,5800@140,5800@160 refills | refill dropped 200
counted after the window, asked after it            | refill | at=160 | Completed looks=5000,6000@26,6000@140,5800@150,5800@160 refills | too_late window_over
a service that promises thirty days, day twenty     | refill | at=500 | Completed counts=5000,6000,5800 refills days=30 | refill dropped 200
a service that promises thirty days, day forty      | refill | at=984 | Completed counts=5000,6000,5800 refills days=30 | too_late window_over
a service that promises one day, in it              | refill | at=48 | Completed counts=5000,6000,5800 refills days=1 | refill dropped 200
a service that promises one day, past it            | refill | at=57 | Completed looks=5000,6000@26,6000@47,5800@49,5800@57 refills days=1 | too_late window_over
a service without the promise                       | refill | | Completed counts=5000,6000,5800 refills days=0 | too_late no_refills
a service without the promise, nothing missing      | refill | | Completed counts=5000,6000,6000 days=0 | nothing_missing there
no refills at this supplier: bought again           | refill | | Completed counts=5000,6000,5800 | replace dropped 200 $0.18
no refills, 30 of 100                               | refill | paid=229 | Completed qty=100 counts=800,900,870 | replace dropped 30 $0.03
no refills, a dearer second supplier may be asked   | refill | offers=10:5000:90,100:9000:140 | Completed counts=5000,6000,5800 | replace dropped 200 $0.28
no refills, only the small service fits             | refill | offers=10:5000:90,500:9000:140 | Completed counts=5000,6000,5800 | replace dropped 200 $0.18
no refills, exactly the least a supplier takes      | refill | offers=200:9000:90 | Completed counts=5000,6000,5800 | replace dropped 200 $0.18
no refills, too few for any supplier                | refill | paid=1349 offers=201:9000:90 | Completed counts=5000,6000,5800 | refund dropped 200 $2.70
no refills, too many for any supplier               | refill | paid=1349 offers=10:199:90 | Completed counts=5000,6000,5800 | refund dropped 200 $2.70
no refills, no supplier at all                      | refill | paid=1349 offers=none | Completed counts=5000,6000,5750 | refund dropped 250 $3.37
no refills, the last cent of the budget             | refill | budget=18 | Completed counts=5000,6000,5800 | replace dropped 200 $0.18
no refills, a cent above the budget                 | refill | budget=17 | Completed counts=5000,6000,5800 | refund dropped 200 $2.00
no refills, no budget                               | refill | budget=0 paid=7500 | Completed qty=5000 counts=100,5100,4350 | refund dropped 750 $11.25
no refills, likes on a post                         | refill | budget=0 paid=249 | Completed qty=100 counts=40,140,100 | refund dropped 40 $1.00
no refills, views on a reel                         | refill | budget=0 paid=699 | Completed qty=5000 counts=9000,14000,13000 | refund dropped 1000 $1.40
no refills, all of it gone                          | refill | budget=0 paid=129 | Completed qty=50 counts=7,57,7 | refund dropped 50 $1.29
no refills, the profile is private now              | refill | paid=1349 | Completed counts=5000,6000,5800 hidden | refund dropped 200 $2.70
refills, the profile is private now                 | refill | | Completed counts=5000,6000,5800 hidden refills | refill dropped 200
a refill runs already                               | refill | | Completed counts=5000,6000,5800 refills refill=open | already_done refill_running
a refill runs already, the money back               | refund | | Completed counts=5000,6000,5800 refills refill=open | already_done refill_running
a refill runs, no count since                       | nothing_arrived | | Completed counts=5000,6000,- refills refill=open | already_done refill_running
the supplier refused the refill                     | refill | | Completed counts=5000,6000,5800 refills refill=rejected | replace dropped 200 $0.18
the supplier refused it, no budget                  | refill | budget=0 paid=1349 | Completed counts=5000,6000,5800 refills refill=rejected | refund dropped 200 $2.70
the supplier refused it, the window is over         | refill | at=300 budget=0 paid=1349 | Completed counts=5000,6000,5800 refills refill=rejected | refund dropped 200 $2.70
the refill ended and the count stayed low           | refill | at=100 | Completed counts=5000,6000,5810 refills refill=ineffective | replace dropped 190 $0.18
the refill stayed without effect past the window    | refill | at=400 budget=0 paid=1349 | Completed counts=5000,6000,5800 refills refill=ineffective | refund dropped 200 $2.70
the refill worked                                   | refill | at=100 | Completed counts=5000,6000,6000 refills refill=effective | nothing_missing there
the refill worked, then it dropped again in time    | refill | at=120 | Completed counts=5000,6000,5700 refills refill=effective | refill dropped 300
the refill worked, then it dropped after the window | refill | at=200 | Completed counts=5000,6000,5700 refills refill=effective | too_late window_over
the refill ended, no count since                    | refill | at=100 | Completed counts=5000,6000,- refills refill=effective | wait not_counted @101
a replacement runs                                  | refill | | Completed counts=5000,6000,5800 rep=open | already_done replacement_running
a replacement runs, nothing arrived                 | nothing_arrived | | Completed counts=5000,6000,5000 rep=open | already_done replacement_running
the replacement arrived                             | refill | at=100 | Completed counts=5000,6000,6000 rep=effective | nothing_missing there
the replacement arrived, dropped again: paid back   | refill | at=120 paid=1349 | Completed counts=5000,6000,5900 rep=effective | refund dropped 100 $1.35
the replacement arrived, dropped past the window    | refill | at=200 paid=1349 | Completed counts=5000,6000,5900 rep=effective | too_late window_over
the replacement ended 80 short                      | refill | at=100 paid=1349 | Completed counts=5000,6000,5920 rep=rejected:80 | refund dropped 80 $1.08
the replacement was canceled, past the window       | refill | at=200 paid=1349 | Completed counts=5000,6000,5800 rep=rejected:200 | refund dropped 200 $2.70
the replacement was canceled, no count since        | refill | at=100 paid=1349 | Completed counts=5000,6000,- rep=rejected:200 | wait not_counted @101
the replacement was canceled, the count recovered   | refill | at=100 | Completed counts=5000,6000,6010 rep=rejected:200 | nothing_missing there
the replacement had no effect                       | refill | at=100 paid=1349 | Completed counts=5000,6000,5800 rep=ineffective | refund dropped 200 $2.70
paid back, asked once more                          | refill | at=100 | Completed counts=5000,6000,5800 back=200 | already_done settled_before
paid back, but the refund was dropped or failed     | refill | at=100 | Completed counts=5000,6000,5800 unpaid=200 | review not_paid_back
the same, once the days of refills are over         | refill | at=200 | Completed counts=5000,6000,5800 unpaid=200 | review not_paid_back
the same, then other money went back                | refill | at=100 other left=500 | Completed counts=5000,6000,5800 unpaid=200 | review not_paid_back
the same, then it dropped further                   | refill | at=100 | Completed counts=5000,6000,5600 unpaid=200 | review not_paid_back 200
the same, and all of it came back                   | refill | at=100 | Completed counts=5000,6000,6000 unpaid=200 | nothing_missing there
paid back, then it dropped further                  | refill | at=110 paid=1349 budget=0 | Completed counts=5000,6000,5600 back=200 | refund dropped 200 $2.70
paid back, then it dropped a little further         | refill | at=110 | Completed counts=5000,6000,5770 back=200 | already_done settled_before
all of it paid back                                 | refill | at=110 | Completed counts=5000,6000,4000 back=1000 left=0 | already_done settled_before
completed by its word, nothing at the end           | nothing_arrived | budget=0 paid=1349 | Completed counts=5000,5000,5000 | refund never_arrived 1000 $13.49
completed by its word, half of it at the end        | nothing_arrived | budget=0 paid=1349 | Completed counts=5000,5500,5500 | refund never_arrived 500 $6.75
completed by its word, half of it, refills          | nothing_arrived | | Completed counts=5000,5500,5500 refills | refill never_arrived 500
completed by its word, nothing, day twenty          | nothing_arrived | at=480 budget=0 paid=1349 | Completed counts=5000,5000,5000 | refund never_arrived 1000 $13.49
completed by its word, nothing, day twenty, refills | nothing_arrived | at=480 | Completed counts=5000,5000,5000 refills | replace never_arrived 1000 $0.90
completed by its word, nothing, day thirty-three    | nothing_arrived | at=792 | Completed counts=5000,5000,5000 | too_late refund_terms_over
never arrived in part, dropped more, past refills   | nothing_arrived | at=200 budget=0 | Completed counts=5000,5900,5500 | refund never_arrived 100 $1.00
never arrived in part, came later                   | nothing_arrived | at=200 | Completed counts=5000,5500,6000 | nothing_missing there
no promise of refills, but it never arrived         | nothing_arrived | budget=0 | Completed counts=5000,5000,5000 days=0 | refund never_arrived 1000 $10.00
a large account: a loss within the tolerance        | refill | | Completed counts=1000000,1001000,1000950 refills | nothing_missing there
a large account: little of it may go by itself      | refill | | Completed counts=88000,89000,88800 refills | review count_unknown
a large account: all units are a thousandth of it   | nothing_arrived | | Completed counts=1000000,1000000,1000000 | review count_unknown
a large account: exactly half a percent of it       | refill | | Completed qty=5000 counts=100000,105000,104500 refills | review count_unknown
a large account: one more than half a percent       | refill | | Completed qty=5000 counts=100000,105000,104499 refills | refill dropped 501
a large account: little of it, is it slow           | slow | | Completed counts=88000,89000,88800 | already_done delivered
a large account: little of it, another order there  | refill | | Completed counts=88000,89000,88800 shared | wait counter_moving @66
a large account: the replacement ended short        | refill | at=100 paid=1349 | Completed counts=88000,89000,88900 rep=rejected:80 | refund replacement_short 80 $1.08
a large account: short by more than the count says  | refill | at=100 paid=1349 | Completed counts=88000,89000,88940 rep=rejected:80 | refund replacement_short 60 $0.81
a large account: little at the end, more later      | nothing_arrived | at=200 | Completed counts=40000,40800,40000 | too_late window_over
a large account: part of it came, little is gone    | refill | refund=on_its_way | Partial:300 counts=88000,-,88500 | already_done refund_on_its_way
likes that fell to half of their start              | refill | budget=0 paid=249 | Completed qty=100 counts=40,140,20 likes | refund dropped 100 $2.49
likes that fell below that: their owner hides them  | refill | budget=0 paid=249 | Completed qty=100 counts=40,140,3 likes | wait target_hidden @84
views that fell below that                          | nothing_arrived | | Completed qty=5000 counts=9000,14000,100 views | wait target_hidden @84
likes that were not read at the end, all there      | nothing_arrived | | Completed qty=100 counts=40,0,140 likes | nothing_missing there
followers that fell below half of their start       | refill | budget=0 paid=229 | Completed qty=100 counts=100,200,40 | refund dropped 100 $2.29
two posts, one dropped                              | refill | paid=249 budget=0 | Completed qty=60 counts=10,70,70 + Completed qty=40 counts=5,45,25 | nothing_missing there + refund dropped 20 $0.50
two posts, both dropped, cents add up               | refill | paid=229 budget=0 | Completed qty=50 counts=0,50,33 + Completed qty=50 counts=0,50,33 | refund dropped 17 $0.39 + refund dropped 17 $0.39
three posts, cents of a cent add up                 | refill | paid=100 budget=0 | Completed qty=1 counts=0,1,0 + Completed qty=1 counts=0,1,0 + Completed qty=1 counts=0,1,0 | refund dropped 1 $0.33 + refund dropped 1 $0.34 + refund dropped 1 $0.33
two posts, the budget is enough for one             | refill | paid=1000 budget=10 | Completed qty=500 counts=0,500,400 + Completed qty=500 counts=0,500,400 | replace dropped 100 $0.09 + refund dropped 100 $1.00
two posts, one refills and one does not             | refill | | Completed qty=500 counts=0,500,400 refills + Completed qty=500 counts=0,500,400 | refill dropped 100 + replace dropped 100 $0.09
a post that is worth less than a cent               | refill | paid=10 of=10000 budget=0 | Completed qty=1 counts=3,4,3 + Completed qty=9999 counts=0,9999,9999 | nothing_missing below_a_cent 1 + nothing_missing there
one post dropped while another still runs           | refill | at=50 budget=0 | Completed qty=500 counts=0,500,400 + In_progress:300 qty=500 | refund dropped 100 $1.00 + nothing_missing not_over
`;
