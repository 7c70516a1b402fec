/** Counters that lag, round, hide or go back, and what two looks at them prove. */
export const whatCountersProve = `
still at its start an hour after the end            | nothing_arrived | at=25 | Completed looks=5000,5000@24,5000@25 | wait counting @31
still at its start, seven hours apart               | nothing_arrived | at=32 | Completed looks=5000,5000@25,5000@32 refills | wait counting @38
all of it there an hour later                       | nothing_arrived | at=26 | Completed looks=5000,5000@24,6000@26 | nothing_missing there
still at its start after a day: the first proof     | nothing_arrived | at=48.5 | Completed looks=5000,5000@41,5000@48.5 | wait counting @54.5
still at its start after a day: the second proof    | nothing_arrived | at=55 paid=1349 budget=0 | Completed looks=5000,5000@41,5000@48.5,5000@55 | refund never_arrived 1000 $13.49
a stuck rounded counter is unknown                  | nothing_arrived | at=32 | Completed qty=50 looks=17700-17799,17700-17799@25,17700-17799@32 | wait counting @38
one look that shows a loss is no proof              | refill | at=40 | Completed looks=5000,6000@26,5800@40 refills | wait counting @46
two looks five hours apart are no proof             | refill | at=45 | Completed looks=5000,6000@26,5800@40,5800@45 refills | wait counting @46
two looks six hours apart prove a loss              | refill | at=46 | Completed looks=5000,6000@26,5800@40,5800@46 refills | refill dropped 200
the second look shows that less is missing          | refill | at=46 | Completed looks=5000,6000@26,5800@40,5900@46 refills | refill dropped 100
the second look shows that more is missing          | refill | at=46 | Completed looks=5000,6000@26,5800@40,5500@46 refills | refill dropped 200
whole between two looks: the counter jumps          | refill | at=46 | Completed looks=5000,6000@26,5800@40,6000@43,5800@46 refills | wait counting @52
hidden between two looks that prove it              | refill | at=46 | Completed looks=5000,6000@26,5800@40,hidden@43,5800@46 refills | refill dropped 200
the second look shows all of it                     | refill | at=46 | Completed looks=5000,6000@26,5800@40,6000@46 refills | nothing_missing there
the first look in the hour after the end            | nothing_arrived | at=31 | Completed looks=5000,5500@24.5,5500@31 refills | wait counting @37
the first look an hour after the end                | nothing_arrived | at=31 | Completed looks=5000,5500@25,5500@31 refills | refill never_arrived 500
the counter grows while it lags                     | nothing_arrived | at=32 | Completed looks=5000,5300@25,5700@32 refills | refill never_arrived 300
a look of seven hours ago and none since            | refill | at=60 | Completed looks=5000,6000@26,5800@40,5800@53 refills | wait not_counted @61
yesterday's looks are not today's                   | refund | at=60 | Completed looks=5000,6000@26,5800@30,5800@37 | wait not_counted @61
all there yesterday, the source is down now         | refill | at=60 | Completed looks=5000,6000@26,6000@36 refills | wait not_counted @61
the source is down for three days                   | refill | at=140 asked=60 | Completed looks=5000,6000@26,6000@36 refills | review count_unknown
the source is back on the second day                | refill | at=100 asked=60 | Completed looks=5000,6000@26,6000@36,6000@100 refills | nothing_missing there
99 of 100 there, but the counter rounds             | nothing_arrived | at=40 | Completed qty=100 looks=17600-17699,17700-17799@33,17700-17799@40 | review count_unknown
100 of 100 there, and the counter rounds            | nothing_arrived | at=40 | Completed qty=100 looks=17600-17699,17800-17899@33,17800-17899@40 | nothing_missing there
a rounded counter, a first look at it               | nothing_arrived | at=33 | Completed qty=100 looks=17600-17699,17700-17799@33 | wait counting @39
a rounded counter, half of many missing             | nothing_arrived | at=40 paid=7500 budget=0 | Completed qty=5000 looks=17600-17699,20100-20199@33,20100-20199@40 | refund never_arrived 2401 $36.02
a rounded counter, all of many there                | refill | at=40 | Completed qty=5000 looks=17600-17699,22700-22799@33,22700-22799@40 | nothing_missing there
floored to a hundred thousand: it shows nothing     | nothing_arrived | at=60 | Completed looks=1200000-1299999,1200000-1299999@51,1200000-1299999@60 | review count_unknown
"1.2K" before, exact after                          | refill | at=40 | Completed qty=1000 looks=1200-1299,2250@33,2250@40 | nothing_missing there
"1.2K" before, exact after, and most is missing     | refill | at=40 | Completed qty=1000 looks=1200-1299,1400@33,1400@40 refills | refill never_arrived 800
hidden likes                                        | refill | at=40 | Completed qty=100 likes looks=40,140@26,hidden@40 | wait target_hidden @64
hidden likes, shown again, two looks                | refill | at=90 asked=40 | Completed qty=100 likes looks=40,140@26,hidden@40,90@80,90@90 refills | refill dropped 50
a deleted post                                      | nothing_arrived | at=40 | Completed qty=100 likes looks=40,hidden@26,hidden@40 | wait target_hidden @64
a deleted post, a month later                       | nothing_arrived | at=900 asked=100 | Completed qty=100 likes looks=40,hidden@26,hidden@900 | too_late hidden_too_long
a deleted post, is it slow                          | slow | at=40 | Completed qty=100 likes looks=40,hidden@40 | already_done delivered
a counter at zero                                   | nothing_arrived | at=40 | Completed looks=5000,0@33,0@40 | wait target_hidden @64
a count from before the end does not show the end   | nothing_arrived | at=26 | Completed looks=5000,5400@20,5400@23 | wait not_counted @27
no look at the end, missing in the window           | refill | at=107 | Completed looks=5000,5800@100,5800@107 | replace never_arrived 200 $0.18
no look until past the window: it never arrived     | nothing_arrived | at=300 | Completed looks=5000,5800@290,5800@300 refills | replace never_arrived 200 $0.18
a loss on the last day, seen in it                  | refill | at=144.3 | Completed looks=5000,6000@26,6000@120,5800@137,5800@143.5 refills | refill dropped 200
a loss on the last day, the second look after it    | refill | at=151 | Completed looks=5000,6000@26,6000@120,5800@143.5,5800@151 refills | refill dropped 200
a loss of the last day that came back               | refill | at=151 | Completed looks=5000,6000@26,6000@120,5800@143.5,6000@151 refills | nothing_missing there
a loss after the last day                           | refill | at=152 | Completed looks=5000,6000@26,6000@143.5,5800@145,5800@152 refills | too_late window_over
seen missing in the window, proven long after it     | nothing_arrived | at=800 | Completed looks=5000,5200@26,5200@790,5200@800 | replace never_arrived 800 $0.72
never arrived, and the 30 days are over             | nothing_arrived | at=800 | Completed looks=5000,5000@26,5200@790,5200@800 | too_late refund_terms_over
Partial, its delivered units dropped in the window  | refill | at=60 refund=on_its_way | Partial:300 looks=5000,5700@26,5500@50,5500@60 | replace dropped 200 $0.18
Partial, one look shows a loss                      | refill | at=50 refund=on_its_way | Partial:300 looks=5000,5700@26,5500@50 | already_done refund_on_its_way
Canceled with 400 left, its units dropped           | refill | at=60 refund=on_its_way paid=1349 budget=0 | Canceled:400 looks=5000,5600@26,5300@50,5300@60 | refund dropped 300 $4.04
Canceled with 400 left, all delivered ones there    | refill | at=60 refund=on_its_way | Canceled:400 looks=5000,5600@26,5600@60 | already_done refund_on_its_way
another order moves it between two looks            | refill | at=46 | Completed looks=5000,6000@26,5800@40,5800@46 refills shared | wait counter_moving @52
late, can't be stopped, all of it counted           | slow | at=80 | In_progress:100 looks=5000,6000@80 | wait all_arrived @104
late, can't be stopped, half of it counted          | slow | at=80 | In_progress:100 looks=5000,5500@80 | review not_finished_in_time
late, can be stopped, all of it counted             | refund | at=80 | In_progress:100 cancels looks=5000,6000@80 | wait all_arrived @104
late, counted in full yesterday                     | slow | at=80 | In_progress:100 looks=5000,6000@50 | review not_finished_in_time
Pending with nothing remaining has not begun        | slow | at=30 | Pending:0 cancels | ask_supplier not_started_in_time 1000 @54
Pending with nothing remaining, in time             | slow | at=5 | Pending:0 cancels | wait starts_in_time @24
the supplier said Error, in time                    | slow | at=5 | Error problem | wait being_checked @24
the answer was lost a minute ago, cancel            | cancel | at=1.02 | unknown sent=1 | wait being_checked @2.02
the answer was lost an hour ago, cancel             | cancel | at=2.1 | unknown sent=1 | review call_lost
goodwill was paid before, then a drop to replace    | refill | other left=800 | Completed counts=5000,6000,5800 | replace dropped 200 $0.18
goodwill was paid before, then a drop to pay        | refill | other left=800 budget=0 | Completed counts=5000,6000,5800 | review refunded_otherwise 200
exact and whole beside a post still lagging         | nothing_arrived | at=26 | Completed qty=60 looks=10,70@26 likes + Completed qty=40 looks=5,5@26 likes | nothing_missing there + wait counting @32
`;
